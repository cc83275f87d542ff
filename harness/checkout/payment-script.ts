import type { CheckoutFields } from './checkout-settings.ts';

/** What a payment page configures the checkout with, as its script gets it. */
export interface GivenToPage {
  /** What the script defines, name by name, and its two methods. */
  readonly global: readonly string[];
  readonly configure: string;
  readonly launch: string;
  /** What the fields of the object that configures it are called. */
  readonly fields: CheckoutFields;
  readonly key: string;
  readonly data: unknown;
  /** The path of its logo. Absent: it gives none. */
  readonly logo?: string;
  readonly givesCallback: boolean;
}

/** How long a script may take to define what the settings name once it is loaded, ms: no document says when it does, and it may load its parts first. */
const definingMs = 5000;

/** How often the callback may be called before the page notes no more, how many windows it notes, and the longest text that it notes of its own. */
const mostCalls = 20;
const mostOpened = 20;
const longest = 200;

/** More than any reply has: parts, parts within parts, and characters. */
const mostParts = 2000;
const deepest = 20;
const mostCharacters = 64 * 1024;

/**
 * What is run in a payment page before the script of the checkout, as text: `told`, `state` and `payproof` of the page. Names that a checkout may
 * take stand in blocks.
 */
export const noting = `
const told = [];
const state = { isLoaded: false, added: [], isDefined: false, isConfigured: false, isSettled: false, opened: [] };
const payproof = { byClick: false, defined: [] };
{
  const { keys, defineProperty } = Object;
  const { isArray } = Array;
  // What comes from a checkout may have no end.
  const copy = (whole) => {
    let parts = ${mostParts};
    let characters = ${mostCharacters};
    const copied = (one, depth) => {
      if (typeof one === 'string') {
        characters -= one.length;
        if (characters < 0) state.isCut = true;
        return characters < 0 ? '' : one;
      }
      if (['function', 'symbol'].includes(typeof one)) return undefined;
      if (typeof one !== 'object' || one === null) return one;
      if (one instanceof Date) return new Date(+one);
      const made = isArray(one) ? [] : {};
      if (depth > ${deepest}) {
        state.isCut = true;
        return made;
      }
      for (const name of keys(one)) {
        parts -= 1;
        characters -= name.length;
        if (parts < 0 || characters < 0) {
          state.isCut = true;
          break;
        }
        made[name] = copied(one[name], depth + 1);
      }
      return made;
    };
    try {
      return copied(whole, 0);
    } catch {
      state.isCut = true;
      return undefined;
    }
  };
  payproof.textOf = (error) => {
    try {
      return String(error).slice(0, ${longest});
    } catch {
      return 'an error that can not be shown';
    }
  };
  defineProperty(payproof, 'copy', { value: copy });
  // No script of a checkout can put another in its place.
  defineProperty(payproof, 'read', { value: () => ({ told: told.slice(0, ${mostCalls}).map(copy), state: copy(state) }) });
  const places = [globalThis, document, navigator];
  const before = places.map((one) => new Set(Object.getOwnPropertyNames(one)));
  const namesAdded = () => places.flatMap((one, index) => Object.getOwnPropertyNames(one).filter((name) => !before[index].has(name)));
  payproof.added = () => [...namesAdded(), ...payproof.defined].slice(0, 20).map((name) => String(name).slice(0, ${longest}));
  const { define } = customElements;
  customElements.define = (name, ...others) => {
    if (payproof.defined.length < 20) payproof.defined.push(name);
    return define.call(customElements, name, ...others);
  };
  const { open } = window;
  window.open = (...args) => {
    const opened = open.apply(window, args);
    if (state.opened.length < ${mostOpened}) state.opened.push({ byClick: payproof.byClick, blocked: opened === null });
    return opened;
  };
}
`;

/**
 * What is run in a payment page after the script of the checkout, as text: a function that waits until it has defined what it is to define, configures it,
 * and launches the checkout by a click on the page's button. A name may be one of `let`, `const` or `class`, which no object has.
 */
export const paying = `({ global, configure, launch, fields, key, data, logo, givesCallback }, say) => {
  const callback = (reply) => {
    const kept = payproof.copy(reply);
    if (told.length < ${mostCalls}) told.push(kept);
    say.told();
    const id = kept?.payment_id ?? kept?.id;
    if (id === undefined) return;
    const form = document.querySelector('form[action="/paid"]');
    form.elements.payment_id.value = id;
    form.submit();
  };
  const given = {
    [fields.key]: key,
    ...(logo && { [fields.logo_url]: location.origin + logo }),
    ...(givesCallback && { [fields.callback]: callback }),
  };
  const isClass = (one) => /^class\\b/.test(Function.prototype.toString.call(one));
  const found = () => {
    try {
      return new Function('return ' + global.join('?.'))();
    } catch {
      return undefined;
    }
  };
  let configured;
  const begin = (defined) => {
    state.isDefined = true;
    try {
      configured = (isClass(defined[configure]) ? new defined[configure](given) : defined[configure](given)) ?? defined;
      state.isConfigured = true;
    } catch (error) {
      state.problem = payproof.textOf(error);
    }
  };
  const until = Date.now() + ${definingMs};
  const look = () => {
    const defined = found();
    const isThere = typeof defined?.[configure] === 'function';
    if (!isThere && state.isLoaded && Date.now() < until) return void setTimeout(look, 20);
    state.added = payproof.added();
    if (isThere) begin(defined);
    state.isSettled = true;
    say.loaded();
  };
  look();
  document.querySelector('button').addEventListener('click', () => {
    payproof.byClick = true;
    if (told.length === 0) say.waiting();
    try {
      configured[launch](data);
    } catch (error) {
      state.problem = payproof.textOf(error);
      say.failed(error);
      throw error;
    } finally {
      payproof.byClick = false;
    }
  });
}`;
