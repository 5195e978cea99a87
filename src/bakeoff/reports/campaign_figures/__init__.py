"""The figures of a campaign's report, made of `CampaignResults`: charts for pages, and files in SVG, PDF and PNG."""
