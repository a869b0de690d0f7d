"""Whatever is shown to people: words, tables, drawings, screens."""
