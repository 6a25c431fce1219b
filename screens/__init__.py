"""The screens: they show cases, take a verdict and a reason, and leave the rest to the desk."""
