"""Messages from facts. Pure: the same facts make the channel's card, plain text and the recap."""
