/** How the payment page of ours looks: plain, narrow enough for a phone, in the colours that its reader prefers. */
export const merchantStyle = `
:root { color-scheme: light dark; --line: light-dark(#7d8896, #76828f); --accent: light-dark(#0b5cab, #7db8f5); }
body { margin: 0; background: light-dark(#f4f6f9, #12161c); color: light-dark(#1c2430, #e8ecf2); font: 1rem/1.5 system-ui, sans-serif; }
main { box-sizing: border-box; max-width: 32rem; margin: 0 auto; padding: 1.5rem 1.25rem 2rem; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.375rem; }
button { width: 100%; min-height: 2.75rem; margin: 1rem 0; border: 0; border-radius: 0.5rem; background: var(--accent);
  color: light-dark(#ffffff, #0c1117); font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
[role=status] { margin: 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; }
[role=status] p { margin: 0; }
`;

/** Longest text of the checkout that the page shows. */
const longest = 120;

/**
 * What says on the page what it has noted, in a region that is read out: of a reply the status and the id alone. What comes from the checkout is
 * hostile, so that it is shown as text and nothing that it does goes further. An expression of the page's script, which has `told` and `state`.
 */
export const merchantNotes = `(() => {
  const region = document.querySelector('[role=status]');
  const say = (...lines) => region.replaceChildren(...lines.map((line) => {
    const shown = document.createElement('p');
    shown.textContent = line;
    return shown;
  }));
  const short = (value) => (['string', 'number'].includes(typeof value) ? String(value).slice(0, ${longest}) : 'none');
  return {
    waiting: () => say('Waiting for what the checkout tells the callback.'),
    failed: (error) => say('The checkout did not launch: ' + short(error?.message)),
    told() {
      try {
        const lines = told.slice(0, 5).map((reply) => 'status ' + short(reply?.status) + ', id ' + short(reply?.payment_id ?? reply?.id));
        say('The callback was told' + (told.length > 1 ? ' ' + told.length + ' times:' : ':'), ...lines);
      } catch {
        say('The callback was told something that can not be shown.');
      }
    },
    loaded() {
      if (!state.isLoaded) say('The script of the checkout did not load.');
      else if (!state.isDefined) say('The script does not define what the settings name.');
      else if (!state.isConfigured) say('The checkout did not let itself be configured: ' + state.problem);
      else say('Ready: press Pay.');
    },
  };
})()`;
