/** The page's script: filters, links into what is folded or filtered out, copy buttons, and details open when printed. Without it the page shows everything. */
export const script = `
'use strict';
document.documentElement.classList.add('has-script');
const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
const words = document.getElementById('filter-words');
const section = document.getElementById('filter-section');
const boxes = all('[data-verdict-box]');
const count = document.getElementById('filter-count');
const folded = new Map(all('details[data-part]').map((part) => [part, !part.open]));
const texts = new Map(all('[data-verdict]').map((part) => [part, part.textContent.toLowerCase()]));
const filter = () => {
  const searched = words.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const verdicts = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  const visible = { ARTICLE: 0, TR: 0 };
  for (const [part, text] of texts) {
    part.hidden = !verdicts.has(part.dataset.verdict)
      || (section.value !== '' && part.dataset.section !== section.value)
      || !searched.every((word) => text.includes(word));
    if (!part.hidden && (part.tagName === 'ARTICLE' || part.closest('[data-part]') !== null)) visible[part.tagName] += 1;
  }
  const isNarrowed = searched.length > 0 || section.value !== '' || boxes.some((box) => !box.checked);
  // What was searched for is seen at once; what passed is folded again when nothing is.
  for (const [part, wasFolded] of folded) {
    part.hidden = all('[data-verdict]:not([hidden])', part).length === 0;
    part.open = isNarrowed || !wasFolded;
  }
  count.textContent = visible.ARTICLE + ' violations, ' + visible.TR + ' requirements shown';
};
if (words !== null) {
  words.form.addEventListener('input', filter);
  words.form.addEventListener('submit', (event) => event.preventDefault());
  filter();
}
const reveal = () => {
  const target = document.getElementById(location.hash.slice(1));
  if (target === null) return;
  if (target.closest('[hidden]') !== null) {
    words.form.reset();
    filter();
  }
  for (let part = target.closest('details'); part !== null; part = part.parentElement.closest('details')) part.open = true;
  target.scrollIntoView();
};
addEventListener('hashchange', reveal);
if (location.hash !== '') reveal();
const copied = (button, text) => {
  const label = button.textContent;
  const confirm = (word) => {
    button.textContent = word;
    setTimeout(() => { button.textContent = label; }, 1500);
  };
  const byHand = () => {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    button.focus();
    confirm(done ? 'Copied' : 'Could not copy');
  };
  // A page opened from a file may not have the clipboard.
  if (navigator.clipboard === undefined) byHand();
  else navigator.clipboard.writeText(text).then(() => confirm('Copied'), byHand);
};
for (const button of all('button[data-copy]'))
  button.addEventListener('click', () => copied(button, JSON.parse(button.dataset.copy)));
let opened = [];
addEventListener('beforeprint', () => {
  opened = all('details:not([open])');
  for (const part of opened) part.open = true;
});
addEventListener('afterprint', () => { for (const part of opened) part.open = false; });
`;
