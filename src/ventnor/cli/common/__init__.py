"""Helpers of several commands: shared arguments, printed tables, charts and heat maps."""
