/** More exchanges of one file are not read: a recording of hours has some thousand, and each takes memory. */
export const mostExchanges = 500_000;
