"""Every octal game of a few digits: values and periods, or misère quotients."""
