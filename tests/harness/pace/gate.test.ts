import { expect, test } from 'vitest';
import { openGate } from '../../../harness/pace/limits.ts';
import { sampleTarget } from '../settings/sample-target.ts';

const { limits } = sampleTarget('http://127.0.0.1:1');

/** Tasks that end when they are told to, and how many are under way. */
function openTasks() {
  const ends: (() => void)[] = [];
  const task = (): Promise<void> => new Promise((resolve) => ends.push(resolve));
  return { task, begun: () => ends.length, endAll: () => ends.splice(0).forEach((end) => end()) };
}

test('a new gate lets few through until it has seen what is usual', () => {
  const { task, begun } = openTasks();
  const gate = openGate({ ...limits, concurrency: 64 });
  for (let one = 0; one < 64; one += 1) void gate(task);
  expect(begun()).toBe(2);
});

test('requests that are to overlap leave together, up to the limit of the target and no further', async () => {
  const { task, begun, endAll } = openTasks();
  const gate = openGate({ ...limits, concurrency: 8 });
  const sent = gate.together(() => Promise.all(Array.from({ length: 20 }, () => gate(task))));
  expect(begun()).toBe(8);
  endAll();
  await expect.poll(begun).toBe(8);
  endAll();
  await expect.poll(begun).toBe(4);
  endAll();
  await sent;
  for (let one = 0; one < 8; one += 1) void gate(task);
  expect(begun()).toBe(2);
});

test('requests that wait are let in when others come that are to overlap', async () => {
  const { task, begun } = openTasks();
  const gate = openGate({ ...limits, concurrency: 8 });
  for (let one = 0; one < 6; one += 1) void gate(task);
  expect(begun()).toBe(2);
  void gate.together(() => gate(task));
  await expect.poll(begun).toBe(7);
});

test('a look at the target waits for no other request to end', () => {
  const { task, begun } = openTasks();
  const gate = openGate({ ...limits, concurrency: 1 });
  void gate(task);
  void gate(task, { bypassGate: true });
  void gate(task);
  expect(begun()).toBe(2);
});

test('a task that fails leaves its place to the next', async () => {
  const { task, begun } = openTasks();
  const gate = openGate({ ...limits, concurrency: 1 });
  await expect(gate(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  void gate(task);
  expect(begun()).toBe(1);
});
