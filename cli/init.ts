import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { defaultTargetsFile } from '../harness/settings/settings.ts';
import { SettingsError } from '../harness/settings/settings-error.ts';
import { asUnwritable } from '../harness/preflight/trouble.ts';
import { schemaLine } from './settings-schema.ts';
import { stdout } from './command/terminal.ts';

/** `init`: writes a targets file to begin with. */
export function addInit(program: Command): void {
  program
    .command('init')
    .description('writes a targets.yaml with comments into the working folder; never over one that is there')
    .option('--targets <file>', 'the file to write', defaultTargetsFile)
    .addHelpText(
      'after',
      `
Example:
  payproof init && payproof certify

Exit status:
  0  the file was written
  2  there is such a file already
  3  it can't be written`,
    )
    .action(({ targets }: { readonly targets: string }) => {
      writeNew(targets);
      stdout.says(
        (file) =>
          `${file} was written. Next: payproof certify tries the built-in implementation; ${file} has the lines for your own server.`,
        [targets],
      );
    });
}

/** Throws a SettingsError where the file or something else of that name exists, and Unwritable where it can't be written. */
function writeNew(file: string): void {
  try {
    writeFileSync(file, `${schemaLine()}\n${targetsTemplate}`, { flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new SettingsError(
        `${file} exists already and stays as it is. Give another name with --targets, or edit it.`,
      );
    if (code === 'ENOENT') throw new SettingsError(`The folder of ${file} does not exist.`);
    throw asUnwritable(file, error);
  }
}

/** The first targets file of a folder. Taking the marks off the lines after the last empty one gives an entry with everything that most servers need. */
export const targetsTemplate = `# The deployments under test. Variables come from the environment, or from an .env file next to this one.
default: embedded

targets:
  # The built-in implementation, started by payproof itself on loopback.
  embedded:
    kind: embedded

  # A server of your own: remove the marks, and the block of an interface that it does not have. All settings: docs/add-a-target.md of the package.
  # Then: npx payproof doctor --target sandbox

  # sandbox:
  #   kind: remote
  #   legacy:
  #     base_url: https://sandbox.example.test
  #     api_key: \${PAY_API_KEY}
  #     secret: \${PAY_SECRET}
  #     personas: # consumer accounts for tests
  #       approve: { email: ok@example.test, phone: '08000000001', test: true }
  #       pin: { email: pin@example.test, phone: '08000000002', test: true, pin: '1234' }
  #       reject: { email: no@example.test, phone: '08000000003', test: true }
  #   resource:
  #     base_url: https://sandbox.example.test
  #     secret_key: \${PAY_SECRET_KEY}
  #     public_key: \${PAY_PUBLIC_KEY:-}
  #     tokens: [tok_one, tok_two] # ACTIVE ones that payments may be made from
  #   webhooks:
  #     listen: 127.0.0.1:8080
  #     public_url: https://hooks.example.test # what the server is set to, where it leads to the address above
  #   limits: { concurrency: 4, requests_per_second: 20, amount: { min: 100, max: 50000 } }
`;
