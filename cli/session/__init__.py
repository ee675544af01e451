"""A game at the table: a prompt over a record that is saved after every step."""
