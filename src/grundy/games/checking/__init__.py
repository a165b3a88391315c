"""check: does a game keep what its hooks promise?"""
