import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { isMap, isSeq, parseDocument } from 'yaml';
import { readBounded } from '../files/bounded-file.ts';
import { SettingsError } from './settings-error.ts';
import { mostSettingsBytes } from './settings-text.ts';

/** The reason of an entry until a person writes one. It quotes nothing of a target: the file is read with variables filled in. */
const because = 'a baseline of --write-known-deviations: nobody has looked into it yet';

/**
 * Opens the `known_deviations` of a target in a targets file. Gives what adds requirements to them: it leaves those that stand there, keeps comments
 * and variables as they are written, and gives the ids that were added. Throws SettingsError where the file can't be edited.
 */
export function openKnownDeviations(
  file: string,
  target: string,
): (ids: readonly string[], day: string) => readonly string[] {
  if (!existsSync(file))
    throw new SettingsError(
      `--write-known-deviations adds to a targets file, and there is no ${file}: \`payproof init\` writes one.`,
    );
  read(file, target);
  return (ids, day) => {
    // It may have been edited during the run.
    const { document, entry } = read(file, target);
    if (!isSeq(entry.get('known_deviations'))) entry.set('known_deviations', document.createNode([]));
    const list = entry.get('known_deviations');
    if (!isSeq(list)) return [];
    const known = new Set(list.items.map((item) => (isMap(item) ? item.get('requirement') : undefined)));
    const added = ids.filter((id) => !known.has(id));
    for (const requirement of added) list.add(document.createNode({ requirement, because, since: day }));
    // What is empty may be written as [].
    list.flow = false;
    const whole = document.toString({ lineWidth: 0, flowCollectionPadding: false });
    const { mode } = statSync(file);
    writeFileSync(`${file}.new`, whole, { mode });
    renameSync(`${file}.new`, file);
    return added;
  };
}

function read(file: string, target: string) {
  const document = parseDocument(readBounded(file, mostSettingsBytes), { merge: true });
  const entry: unknown = document.getIn(['targets', target]);
  const list = isMap(entry) ? entry.get('known_deviations') : undefined;
  if (document.errors.length > 0 || !isMap(entry) || (list !== undefined && list !== null && !isSeq(list)))
    throw new SettingsError(
      `--write-known-deviations can't add to targets.${target} of ${file}: write the entry and its known_deviations there as a mapping and a list, without aliases.`,
    );
  return { document, entry };
}
