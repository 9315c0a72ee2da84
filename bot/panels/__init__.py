"""Private panels: what one person may do here and now, as buttons and menus."""
