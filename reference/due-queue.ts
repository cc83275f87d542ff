/** Something to start at a time. `order` sorts entries of the same time by their creation. */
export interface Due {
  readonly at: number;
  readonly order: number;
  readonly start: () => void;
  cancelled: boolean;
}

function before(a: Due, b: Due): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** A binary heap, earliest first; cancelled entries are removed when they reach the top. */
export class DueQueue {
  readonly #heap: Due[] = [];

  push(due: Due): void {
    const heap = this.#heap;
    let index = heap.length;
    heap.push(due);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !before(due, above)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = due;
  }

  /** The earliest entry that is not cancelled. */
  peek(): Due | undefined {
    while (this.#heap[0]?.cancelled === true) this.pop();
    return this.#heap[0];
  }

  /** Removes the earliest entry and gives it. */
  pop(): Due | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || first === last) return first;
    let index = 0;
    for (;;) {
      const left = heap[2 * index + 1];
      const right = heap[2 * index + 2];
      if (left === undefined) break;
      const rightWins = right !== undefined && before(right, left);
      const least = rightWins ? right : left;
      if (!before(least, last)) break;
      heap[index] = least;
      index = 2 * index + (rightWins ? 2 : 1);
    }
    heap[index] = last;
    return first;
  }
}
