#include "check.hpp"

int main() { return bakeoff::run_checks(); }
