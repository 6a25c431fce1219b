"""What each dedicated view shows, one file a view: values alone, filled when a case is opened."""
