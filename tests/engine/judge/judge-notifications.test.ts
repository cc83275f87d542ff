import { describe, expect, test } from 'vitest';
import { judgeNotifications } from '../../../engine/judge/judge-notifications.ts';
import type { Machine } from '../../../engine/machine.ts';
import type { ExpectedNotification } from '../../../engine/model.ts';

interface Note {
  readonly event: string;
  readonly about?: string;
  readonly at?: number;
}

const machine: Machine<null, never, never, Note> = {
  name: 'notes',
  initial: null,
  operations: [],
  abstract: () => '',
  unsolicited: (note) => ({ rule: 'no-strays', expected: 'nothing else', received: note.event }),
};

/** An event about something; like the real ones it takes a note that names nothing, and blames it for that. */
function event(name: string, about: string, least: number, most: number): ExpectedNotification<Note> {
  return {
    key: `${name} ${about}`,
    least,
    most,
    cites: [least > 0 ? `demands ${name}` : most === 0 ? `forbids ${name}` : `allows ${name}`],
    matches: (note) => note.event === name,
    checks: [
      {
        cites: ['names its subject'],
        test: (note) =>
          note.about === about
            ? []
            : [{ rule: 'names its subject', expected: about, received: note.about ?? 'nothing' }],
      },
    ],
  };
}

function broken(
  first: readonly ExpectedNotification<Note>[],
  notes: readonly Note[],
  others: readonly ExpectedNotification<Note>[][] = [],
) {
  const belief = [first, ...others].map((expected) => ({
    state: null,
    expected,
    assumed: undefined,
    deviations: 0,
  }));
  return judgeNotifications(machine, belief, notes, (note) => JSON.stringify(note)).breaches.map(
    ({ rule }) => rule,
  );
}

describe('duplicates that do not say the same', () => {
  const byEvent = (note: Note) => note.event;
  const judged = (expected: readonly ExpectedNotification<Note>[], notes: readonly Note[]) =>
    judgeNotifications(
      machine,
      [{ state: null, expected, assumed: undefined, deviations: 0 }],
      notes,
      byEvent,
    ).breaches.map(({ rule }) => rule);
  const note = { event: 'done', about: 'a' };

  test('count as one notification', () => {
    expect(judged([event('done', 'a', 1, 1)], [note, { ...note, at: 2 }])).toEqual([]);
  });

  test('are checked one by one all the same', () => {
    expect(judged([event('done', 'a', 1, 1)], [note, { ...note, about: 'b' }])).toEqual([
      'names its subject',
    ]);
  });

  test('two events of one content need two notifications', () => {
    expect(judged([event('done', 'a', 2, 2)], [note, { ...note, at: 2 }])).toEqual([]);
    expect(judged([event('done', 'a', 2, 2)], [note])).toEqual(['demands done']);
  });
});

describe('an expectation that amends another', () => {
  const amending = { ...event('done', 'b', 0, 0), key: 'done a', amends: true } as const;
  const expected = [event('done', 'a', 1, 1), amending];

  test.each(['a', 'b'])('lets a notification show either: %s', (about) => {
    expect(broken(expected, [{ event: 'done', about }])).toEqual([]);
  });

  test('permits nothing else, and demands and forbids nothing', () => {
    expect(broken(expected, [{ event: 'done', about: 'c' }])).toEqual(['names its subject']);
    expect(broken(expected, [])).toEqual(['demands done']);
    expect(broken([amending], [])).toEqual([]);
  });
});

describe('notifications are judged as a history', () => {
  const done = event('done', 'a', 1, 1);
  const failed = event('failed', 'a', 1, 1);
  const note = { event: 'done', about: 'a' };
  test.each<[string, ExpectedNotification<Note>[], Note[], string[]]>([
    ['an expected notification that came breaks nothing', [done], [note], []],
    ['order is free', [done, failed], [{ event: 'failed', about: 'a' }, note], []],
    ['identical duplicates are free', [done], [note, note], []],
    ['a missing notification breaks what demands it', [done], [], ['demands done']],
    ['a second of other content breaks it too', [done], [note, { ...note, at: 2 }], ['demands done']],
    [
      'or what limits it, where that is another rule',
      [{ ...done, limits: ['limits done'] }],
      [note, { ...note, at: 2 }],
      ['limits done'],
    ],
    ['what limits it demands nothing', [{ ...done, limits: ['limits done'] }], [], ['demands done']],
    ['the same event expected twice needs two', [done, done], [note], ['demands done']],
    ['the same event expected twice takes two', [done, done], [note, { ...note, at: 2 }], []],
    ['two of one content may be two events', [done, done], [note, note], []],
    ['what is allowed may be missing', [event('done', 'a', 0, 1)], [], []],
    ['what is forbidden may not come', [event('done', 'a', 0, 0)], [note], ['forbids done']],
    ['what nothing explains is a stray', [done], [note, { event: 'odd' }], ['no-strays']],
    ['a wrong field blames its own rule', [done], [{ event: 'done' }], ['names its subject']],
    [
      'a notification that fits an expected event does not count for an allowed one',
      [event('done', 'b', 0, 1), done],
      [note],
      [],
    ],
    [
      'a second one of a known event does not count for an unnamed one',
      [done, { ...event('done', '', 0, 1), unnamed: true, checks: [] }],
      [note, { ...note, at: 2 }],
      ['demands done'],
    ],
  ])('%s', (_claim, expected, notes, rules) => {
    expect(broken(expected, notes)).toEqual(rules);
  });

  test('a field that is wrong in each notification speaks against no hypothesis', () => {
    const named = (one: ExpectedNotification<Note>): ExpectedNotification<Note> => ({
      ...one,
      checks: one.checks.map((check) => ({
        ...check,
        about: 'about',
        test: (came: Note) => check.test(came).map((breach) => ({ ...breach, about: 'about' })),
      })),
    });
    const both = [named(event('done', 'a', 1, 1)), named(event('failed', 'a', 1, 1))];
    const nameless = [{ event: 'done' }, { event: 'failed' }];
    expect(broken([named(event('other', 'a', 1, 1))], [])).toEqual(['demands other']);
    const neither = [named(event('done', 'a', 0, 0))];
    expect(new Set(broken(neither, nameless, [both]))).toEqual(new Set(['names its subject']));
  });

  test('a wrong field makes no owed notification one that is merely allowed', () => {
    const dated: ExpectedNotification<Note> = {
      ...done,
      key: 'done a, dated',
      checks: [
        ...done.checks.map((check) => ({ ...check, decides: true })),
        {
          cites: ['is dated'],
          about: 'at',
          test: ({ at }) =>
            at === undefined
              ? [{ rule: 'is dated', expected: 'a date', received: 'nothing', about: 'at' }]
              : [],
        },
      ],
    };
    const anyOther: ExpectedNotification<Note> = { ...event('done', '', 0, 1), checks: [] };
    expect(broken([anyOther, dated], [note])).toEqual(['is dated']);
    expect(broken([anyOther, dated], [{ event: 'done', about: 'b', at: 1 }])).toEqual(['demands done']);
  });

  describe('two events that differ in one field only', () => {
    const telling = (about: string): ExpectedNotification<Note> => {
      const one = event('done', about, 1, 1);
      return { ...one, checks: one.checks.map((check) => ({ ...check, decides: true })) };
    };
    const two = [telling('a'), telling('b')];

    test('are both notified by identical notifications that lack the field', () => {
      const nameless = { event: 'done' };
      expect(new Set(broken(two, [nameless, nameless]))).toEqual(new Set(['names its subject']));
      expect(broken(two, [nameless])).toContain('demands done');
    });

    test('are not both notified by copies of a notification that names one of them', () => {
      expect(broken(two, [note, note])).toEqual(['demands done']);
    });
  });

  describe('two events that a target does not tell apart', () => {
    /** An event that is created from one time to another. */
    const created = (about: string, from: number, until = Infinity): ExpectedNotification<Note> => {
      const one = event('done', about, 1, 1);
      const rule = 'is created then';
      return {
        ...one,
        checks: [
          ...one.checks.map((check) => ({ ...check, decides: true })),
          {
            cites: [rule],
            test: ({ at = 0 }) =>
              at >= from && at <= until ? [] : [{ rule, expected: `${from}`, received: `${at}` }],
          },
        ],
      };
    };
    const two = [created('a', 10), created('b', 20)];
    const early = { event: 'done', at: 11 };
    const late = { event: 'done', at: 21 };
    const laterCopy = { event: 'done', at: 22 };

    describe.each([
      ['look like copies of one', ({ event: name }: Note) => name],
      ['differ', (one: Note) => JSON.stringify(one)],
    ])('by notifications that %s', (_how, identity) => {
      test.each([
        ['in order', [early, late]],
        ['the later one first', [late, early]],
      ])('are accused of what is missing alone, not of when they were created: %s', (_order, notes) => {
        const belief = [{ state: null, expected: two, assumed: undefined, deviations: 0 }];
        const { breaches } = judgeNotifications(machine, belief, notes, identity);
        expect(breaches.map(({ rule }) => rule)).toEqual(['names its subject', 'names its subject']);
      });
    });

    test.each([
      ['of the first', [early, early, late]],
      ['of the first, later', [early, late, early]],
      ['of the second', [early, late, laterCopy]],
      ['of the second, first', [laterCopy, late, early]],
    ])('nor where one is sent twice: a copy %s', (_which, notes) => {
      const belief = [{ state: null, expected: two, assumed: undefined, deviations: 0 }];
      const { breaches } = judgeNotifications(machine, belief, notes, ({ event: name }) => name);
      expect(new Set(breaches.map(({ rule }) => rule))).toEqual(new Set(['names its subject']));
    });

    test('keep a notification that names its event, and are accused of its creation', () => {
      const expected = [created('a', 10, 19), created('b', 20)];
      const belief = [{ state: null, expected, assumed: undefined, deviations: 0 }];
      const notes = [
        { event: 'done', about: 'b', at: 12 },
        { event: 'done', at: 25 },
      ];
      const { breaches } = judgeNotifications(machine, belief, notes, (one) => JSON.stringify(one));
      expect(breaches.map(({ rule }) => rule).toSorted()).toEqual([
        'is created then',
        'is created then',
        'names its subject',
      ]);
    });

    test('are accused of it where both were created too early', () => {
      const belief = [{ state: null, expected: two, assumed: undefined, deviations: 0 }];
      const notes = [early, { ...early, at: 12 }];
      const { breaches } = judgeNotifications(machine, belief, notes, ({ event: name }) => name);
      expect(breaches.map(({ rule }) => rule)).toContain('is created then');
    });
  });

  test('nothing is accused while one hypothesis explains what came', () => {
    expect(broken([done], [], [[failed], []])).toEqual([]);
  });
});
