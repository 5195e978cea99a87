"""The tables of a campaign's report: those that `report.tables` of the rulebook names, made of `CampaignResults`.

A module for each kind of table. Nothing here computes a score.
"""
