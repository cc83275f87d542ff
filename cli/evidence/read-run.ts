import { SettingsError } from '../../harness/settings/settings-error.ts';
import { folderFiles, isFolder, type RunFiles } from '../../reports/verify/run-files.ts';
import { type Fault, faultText } from '../../reports/verify/verification.ts';
import { verify } from '../../reports/verify/verify.ts';
import { displayDir } from '../../reports/write.ts';
import { exitCodes } from '../command/exit-codes.ts';
import { stderr } from '../command/terminal.ts';

/** The files of a run, in its folder or in a pack. Throws a SettingsError when there are none. */
export async function runFiles(path: string): Promise<RunFiles> {
  if (isFolder(path)) return folderFiles(path);
  return (await import('../../reports/verify/pack-files.ts')).packFiles(path);
}

/**
 * Does something with the folder of a run that verify accepts, and gives the exit status: 1, and what is wrong on standard error, where it does not.
 * Throws a SettingsError where it is no folder, or has no manifest.
 */
export async function withAccepted(
  dir: string,
  what: 'sign' | 'pack',
  then: () => Promise<void>,
): Promise<number> {
  if (!isFolder(dir)) throw new SettingsError(`${dir} is a file: ${what} takes the folder of a run.`);
  const files = folderFiles(dir);
  const { accepted, faults, remade } = await verify(files);
  if (!accepted) {
    stderr.says(refusalText, [faults, displayDir(dir), what], { wrap: true });
    return exitCodes.nonconformant;
  }
  if (!files.files.has('manifest.json'))
    throw new SettingsError(
      `${dir} has no manifest.json, since an earlier version wrote it: \`payproof report\` writes one.`,
    );
  // Who signs vouches for every file.
  if (what === 'sign' && !remade)
    throw new SettingsError(
      `${dir} was written by another version of payproof, which words its reports otherwise: sign it with that one, or write them again by \`payproof report\` first.`,
    );
  await then();
  return exitCodes.conformant;
}

function refusalText(faults: readonly Fault[], dir: string, what: string): string {
  const lines = faults.map((fault) => `✗ ${faultText(fault)}`);
  return [...lines, `payproof: ${dir} is not as it was written, so there is nothing to ${what}`].join('\n');
}
