"""Who may decide, and how a decision is recorded before anything is done: a store's ledger (§7.2, §12)."""
