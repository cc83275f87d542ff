import { plain } from '../../words/plain.ts';
import { copiesOf, mostCut, mostRounds, type SequenceAtOnce } from '../at-once.ts';
import { quoted, readable, source } from './javascript.ts';

/** What a stand-alone test file needs in addition where several sequences are sent at once. JavaScript as text. */
const atOnceRuntime = (copies: number): string => `
// How often each sequence is sent at once, and how often all of them are.
const copies = Number(env.COPIES ?? ${copies});
const rounds = Number(env.ROUNDS ?? ${mostRounds});

/** An answer that is about something else than its request. */
class MixedUp extends Error {}

const named = ({ body }, field) => {
  const id = at(body, field);
  if (typeof id !== 'string') throw new Error(\`the answer has no \${field}, so the sequence can't go on\`);
  return id;
};

/** The answer must be about what its request is about. */
const about = (answer, field, id) => {
  const other = named(answer, field);
  if (other !== id) throw new MixedUp(\`the request is about \${id}, its answer about \${other}\`);
};

/** No other answer may give the same id to what it has made. */
const gives = (answer, field, given) => {
  const id = named(answer, field);
  if (given.has(id)) throw new MixedUp(\`two answers give \${id}\`);
  given.add(id);
};
`;

/** The sequences as functions of a test file, with what they need. */
export function sequencesCode(sequences: readonly SequenceAtOnce[]): readonly string[] {
  return [
    atOnceRuntime(copiesOf(sequences)),
    'const sequences = [',
    ...sequences.flatMap(({ fresh, calls }) => [
      '  async (given, fresh) => {',
      ...fresh.map(({ variable, value }) => `    const ${variable} = ${quoted(value)} + fresh;`),
      ...calls.flatMap(({ line, number, known, reads, about, gives }) => [
        `    // ${number} ${plain(`${line.operation} ${line.kind}`)}`,
        `    // received then: ${plain(line.received)}`,
        `    const answer${number} = await send(${readable(line.call, known, '    ')});`,
        ...about.map(
          ({ field, id }) => `    about(answer${number}, ${quoted(field)}, ${source(id, known)});`,
        ),
        ...gives.map((field) => `    gives(answer${number}, ${quoted(field)}, given);`),
        ...reads.map(
          ({ variable, key, prefix, nth }) =>
            `    const ${variable} = extract(answer${number}, ${quoted(key)}, ${quoted(prefix)}, ${nth});`,
        ),
      ]),
      '  },',
    ]),
    '];',
    '',
  ];
}

/** The body of the test that sends them. */
export const atOnceBody: readonly string[] = [
  '  let cut;',
  '  let isWhole = false;',
  `  for (let round = 1; round <= rounds && (isWhole || round <= ${mostCut}); round += 1) {`,
  '    const given = new Set();',
  '    const now = Date.now();',
  '    const atOnce = sequences.flatMap((one) => Array.from({ length: copies }, (_, copy) => one(given, `-${now}-${copy}`)));',
  '    const ended = await Promise.allSettled(atOnce);',
  '    const errors = ended.flatMap(({ reason = [] }) => reason);',
  '    const mixedUp = errors.find((one) => one instanceof MixedUp);',
  '    if (mixedUp !== undefined) throw new Error(`in round ${round} of ${rounds}: ${mixedUp.message}`);',
  '    cut ??= errors[0];',
  '    isWhole ||= errors.length === 0;',
  '  }',
  '  // Where no round came to its end, nothing was shown.',
  '  if (!isWhole) throw cut;',
];
