"""The forms that tasks are planned and changed with."""
