import pytest
def pytest_addoption(parser): parser.addoption("--rb", default="iwslt2016")
@pytest.fixture
def rulebook(request): return request.config.getoption("--rb")
