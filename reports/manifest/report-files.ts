import { posix } from 'node:path';
import { lockName } from '../../harness/files/folder-lock.ts';
import { journalName, packedJournalName } from '../../harness/journal/journal-bytes.ts';

/** The names of what a run's folder holds beside its journal. */
export const certificateName = 'certificate.json';
export const pageName = 'report.html';
export const nightName = 'nightly.json';
export const junitName = 'junit.xml';
export const badgeName = 'badge.svg';
export const badgeDataName = 'badge.json';
export const metricsName = 'openmetrics.txt';
export const reproductionsFolder = 'reproductions';
export const allureFolder = 'allure-results';

/** What vouches for the rest, and is in no manifest itself. */
export const manifestName = 'manifest.json';
export const signatureName = 'manifest.sig';
/** Only in a pack: what the archive holds. */
export const contentsName = 'contents.json';

/** How a queue gave out the parts of a run: only as long as a part is missing. */
export const queueTaskName = 'queue.json';

const madeSmaller = '-smaller';

/** The name of what `replay --shrink` makes of a reproduction, beside it. */
export function smallerName(reproduction: string): string {
  return `${reproduction}${madeSmaller}`;
}

/** Files for other programs, which say nothing that the certificate does not. */
const forOthers: readonly string[] = [junitName, badgeName, badgeDataName, metricsName];

/** Files at the top of a run's folder that its manifest lists. */
export const topFiles = [
  journalName,
  packedJournalName,
  certificateName,
  pageName,
  nightName,
  junitName,
  badgeName,
  badgeDataName,
  metricsName,
] as const;

/** Folders whose files it lists too. */
export const listedFolders = [reproductionsFolder, allureFolder] as const;

/** Whether an entry at the top of a folder is one that a run makes; what a killed process was writing is too. */
export function isOfRun(name: string): boolean {
  const whole = name.replace(/\.\d+(\.tmp)?$/, '');
  return (
    [...topFiles, ...listedFolders, manifestName, signatureName, lockName] as readonly string[]
  ).includes(whole);
}

/**
 * Whether a file may stand in the folder of a run though none of its reports was made of it: what a queue has left, what `replay --shrink` made later,
 * and the packed journal that an earlier version left when it was killed before it removed the plain one.
 */
export function isLeftBeside(file: string): boolean {
  const { dir, base } = posix.parse(file);
  const isSmaller = dir === reproductionsFolder && base.includes(`${madeSmaller}.`);
  return file === queueTaskName || file === packedJournalName || isSmaller;
}

/** Whether a file of the manifest goes into a pack: what is for other programs is left out. */
export function isPacked(file: string): boolean {
  return !forOthers.includes(file) && posix.dirname(file) !== allureFolder;
}

/** Where the files of a manifest may stand: at the top, or right below one of its folders. */
export function isListable(file: string): boolean {
  if ((topFiles as readonly string[]).includes(file)) return true;
  if (isLeftBeside(file)) return false;
  const { dir, base } = posix.parse(file);
  return (
    (listedFolders as readonly string[]).includes(dir) &&
    posix.join(dir, base) === file &&
    plainName.test(base)
  );
}

/** No path, nothing hidden, nothing that a terminal obeys. */
const plainName = /^[^.\\/\p{C}][^\\/\p{C}]*$/u;
