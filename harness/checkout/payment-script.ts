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

/** How often the callback may be called before the page notes no more, and the longest text that it notes. */
const mostCalls = 20;
const longest = 200;

/**
 * What is run in a payment page before the script of the checkout, as text: `told`, `state` and `payproof` of the page. Names that a checkout may
 * take stand in blocks.
 */
export const noting = `
const told = [];
const state = { isLoaded: false, added: [], isDefined: false, isConfigured: false, isSettled: false, opened: [] };
const payproof = { byClick: false, defined: [] };
{
  const places = [globalThis, document, navigator];
  const before = places.map((one) => new Set(Object.getOwnPropertyNames(one)));
  const namesAdded = () => places.flatMap((one, index) => Object.getOwnPropertyNames(one).filter((name) => !before[index].has(name)));
  payproof.added = () => [...namesAdded(), ...payproof.defined].slice(0, 20);
  const { define } = customElements;
  customElements.define = (name, ...others) => {
    payproof.defined.push(name);
    return define.call(customElements, name, ...others);
  };
  const { open } = window;
  window.open = (...args) => {
    const opened = open.apply(window, args);
    state.opened.push({ byClick: payproof.byClick, blocked: opened === null });
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
    if (told.length < ${mostCalls}) told.push(reply);
    say.told();
    const id = reply?.payment_id ?? reply?.id;
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
      state.problem = String(error).slice(0, ${longest});
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
      state.problem = String(error).slice(0, ${longest});
      say.failed(error);
      throw error;
    } finally {
      payproof.byClick = false;
    }
  });
}`;
