/** Requests of one random sequence of each model in all suites together, roughly. */
export const requestsPerRun = 105;
