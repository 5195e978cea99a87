"""Packages in the layouts of others: WMT's repositories, mt-metrics-eval's folders, plain text for sacreBLEU."""
