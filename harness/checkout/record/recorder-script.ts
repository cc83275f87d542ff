/** Longest selector and value that a page may send, and the most selectors of one element. */
export const longestSelector = 200;
export const longestValue = 200;
export const mostSelectors = 6;

/**
 * What is run in each window and frame before its own scripts: it tells of each field that a person fills, and of each click on what can be
 * clicked, with selectors that are unique there, the most stable first. Pages can't read what it sends, and can only add to it.
 */
export const recorderScript = (binding: string): string => String.raw`(() => {
  const tell = window[${JSON.stringify(binding)}];
  delete window[${JSON.stringify(binding)}];
  if (typeof tell !== 'function') return;
  const page = Math.random().toString(36).slice(2);
  const numbers = new WeakMap();
  let last = 0;
  const keyOf = (one) => {
    if (!numbers.has(one)) numbers.set(one, (last += 1));
    return page + '-' + numbers.get(one);
  };
  const rootsIn = (root) => [root, ...[...root.querySelectorAll('*')].flatMap((one) => (one.shadowRoot ? rootsIn(one.shadowRoot) : []))];
  const all = (selector) => rootsIn(document).flatMap((root) => [...root.querySelectorAll(selector)]);
  const isUnique = (selector) => {
    try {
      return selector.length <= ${longestSelector} && all(selector).length === 1;
    } catch {
      return false;
    }
  };
  const isVisible = (one) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 0 && height > 0 && one.checkVisibility({ visibilityProperty: true });
  };
  const buttons = 'button, [role=button], input[type=submit], input[type=button], input[type=reset], input[type=image]';
  const links = 'a[href], [role=link]';
  const clickable = buttons + ', ' + links + ', input[type=checkbox], input[type=radio], summary, [role=checkbox], [role=radio], [role=tab], [role=menuitem], [role=option]';
  const textOf = (one) => (one.innerText ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (one) => one.getAttribute('aria-label') ?? (one instanceof HTMLInputElement ? one.value : textOf(one));
  const byRole = (one) => {
    const [role, group] = one.matches(buttons) ? ['button', buttons] : one.matches(links) ? ['link', links] : [];
    const name = role === undefined ? '' : nameOf(one);
    if (name === '' || name.length > 60 || one.hasAttribute('aria-labelledby')) return undefined;
    const same = all(group).filter((other) => isVisible(other) && nameOf(other) === name);
    return same.length === 1 ? 'role=' + role + '[name=' + JSON.stringify(name) + ']' : undefined;
  };
  const byText = (one) => {
    const text = one.matches('input') ? '' : textOf(one);
    if (text === '' || text.length > 60) return undefined;
    const same = all('*').filter((other) => textOf(other) === text && ![...other.children].some((inner) => textOf(inner) === text));
    return same.length === 1 ? 'text=' + JSON.stringify(text) : undefined;
  };
  const byPath = (one) => {
    let path = '';
    for (let at = one; at instanceof Element; at = at.parentElement) {
      const same = [...(at.parentNode?.children ?? [])].filter((other) => other.localName === at.localName);
      const place = same.length > 1 ? ':nth-of-type(' + (same.indexOf(at) + 1) + ')' : '';
      path = CSS.escape(at.localName) + place + (path === '' ? '' : ' > ' + path);
      if (isUnique(path)) return path;
    }
    return undefined;
  };
  const attributes = (one) => ['name', 'data-testid', 'data-test', 'data-qa'].flatMap((name) => {
    const value = one.getAttribute(name);
    if (value === null || value === '') return [];
    const selector = '[' + name + '=' + CSS.escape(value) + ']';
    const choice = one.getAttribute('value');
    return choice === null ? [selector] : [selector, selector + '[value=' + CSS.escape(choice) + ']'];
  });
  const selectorsOf = (one) => {
    const id = one.id ? ['#' + CSS.escape(one.id)] : [];
    // An id that was counted or made by chance is another one in the next visit.
    const isMade = /\d{3}|:|[\da-f]{8}/i.test(one.id);
    const stable = [...(isMade ? [] : id), ...attributes(one)].filter(isUnique);
    const others = [byRole(one), byText(one), ...(isMade ? id.filter(isUnique) : []), byPath(one)];
    return [...stable, ...others].filter((selector) => selector !== undefined).slice(0, ${mostSelectors});
  };
  const send = (kind, one, more) => {
    const told = { kind, key: keyOf(one), at: selectorsOf(one), isVisible: isVisible(one), ...more };
    // The page may go away meanwhile.
    void Promise.resolve(tell(told)).catch(() => undefined);
  };
  const isTyped = (one) =>
    one instanceof HTMLTextAreaElement ||
    (one instanceof HTMLInputElement && !['checkbox', 'radio', 'submit', 'button', 'reset', 'image', 'file', 'range', 'color', 'hidden'].includes(one.type));
  const options = { capture: true, passive: true };
  window.addEventListener('input', (event) => {
    const [one] = event.composedPath();
    if (!event.isTrusted || !(one instanceof Element)) return;
    if (isTyped(one)) {
      const isSecret = one.type === 'password' || /password/.test(one.autocomplete);
      const isCode = one.autocomplete === 'one-time-code';
      send('fill', one, { value: one.value.slice(0, ${longestValue}), isSecret, isCode });
    } else if (one instanceof HTMLSelectElement || one.isContentEditable) send('other', one, {});
  }, options);
  const controlOf = (one) => {
    const control = one.closest('label')?.control;
    return control && control !== one && isVisible(control) ? control : undefined;
  };
  window.addEventListener('click', (event) => {
    const [one] = event.composedPath();
    if (!event.isTrusted || !(one instanceof Element) || one.closest('[data-payproof]')) return;
    let sought = one.closest(clickable);
    // The click on a label is followed by one on what it names.
    if (sought === null && controlOf(one) !== undefined) return;
    if (sought === null && getComputedStyle(one).cursor === 'pointer' && !isTyped(one) && !(one instanceof HTMLSelectElement)) sought = one;
    if (sought !== null && !isVisible(sought)) {
      // A box that only its label shows.
      const label = sought.labels?.[0];
      if (label && isVisible(label)) sought = label;
    }
    if (sought !== null) send('click', sought, {});
  }, options);
})()`;
