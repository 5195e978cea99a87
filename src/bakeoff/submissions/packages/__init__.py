"""Packages of files: what they hold and stand for, by their names; built, fixed, entered singly."""
