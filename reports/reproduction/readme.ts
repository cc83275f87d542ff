/** The name of the file beside reproductions that says what they are. */
export const readmeName = 'README.md';

/** What the files of a reproduction are, for who finds them in an archive and has never heard of them. */
export const readmeText = `# Reproductions

Each failure of the run, as the smallest sequence of requests that shows it. The files of one failure have one name. No file holds a key: they come from the environment.

| file       | what it is                                                                  | how to run it                              | needs                 |
| ---------- | --------------------------------------------------------------------------- | ------------------------------------------ | --------------------- |
| \`.json\`    | the sequence, what was expected and what came                               | \`npx payproof replay FILE --target NAME\`   | payproof              |
| \`.sh\`      | the same as curl calls, with an assertion of the last answer                | \`sh FILE\`; \`--help\` names its variables    | curl, jq, openssl     |
| \`.test.ts\` | the same as a test                                                          | \`npx vitest run FILE\`                      | Node, vitest          |
| \`.spec.ts\` | the steps of a consumer in a browser, as a test of Playwright                | \`npx playwright test FILE\`                | @playwright/test      |
| \`.hurl\`    | the same as plain text with assertions                                      | its first lines say how                    | hurl 6 or newer       |
| \`.har\`     | the requests as they were sent and their answers, with keys masked          | open it in a browser's network panel       |                       |

Exit status of \`.sh\` and of \`replay\`: 0 the failure is mended, 1 it is there, 3 it could not be run or judged.

Not each failure has each form. One that shows in notifications has no \`.hurl\`, and its \`.sh\` only sends; where only a replay can judge, there is no \`.test.ts\`. A \`.hurl\` file can compute no checksum, so it is
written for the resource interface only. The run's page says which forms there are and why.

| variable          | what it is                                          |
| ----------------- | --------------------------------------------------- |
| \`TARGET_URL\`      | the target's address, without a slash at its end    |
| \`PAY_API_KEY\`     | the API key of the legacy interface                 |
| \`PAY_SECRET\`      | the merchant's secret key for checksums             |
| \`PAY_SECRET_KEY\`  | the secret key of the resource interface            |
| \`PAY_PUBLIC_KEY\`  | its public key                                      |
| \`CONTROL_URL\`     | the address of the target's control interface       |
`;
