/** About so many requests one random sequence of each model takes, in all suites together. */
export const requestsPerRun = 105;
