"""What certificates of every kind share: a sealed file, its fields, the rule it is about."""
