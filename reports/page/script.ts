/** The page's script: filters, copy buttons, and all details open when printed. Without it the page shows everything. */
export const script = `
'use strict';
document.documentElement.classList.add('has-script');
const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
const words = document.getElementById('filter-words');
const boxes = all('[data-verdict-box]');
const count = document.getElementById('filter-count');
const filter = () => {
  const searched = words.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const verdicts = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  let visible = 0;
  for (const row of all('tr[data-verdict]')) {
    const text = row.textContent.toLowerCase();
    row.hidden = !verdicts.has(row.dataset.verdict) || !searched.every((word) => text.includes(word));
    if (!row.hidden) visible += 1;
  }
  for (const part of all('[data-part]')) part.hidden = all('tr[data-verdict]:not([hidden])', part).length === 0;
  count.textContent = visible + ' shown';
};
if (words !== null) {
  words.addEventListener('input', filter);
  for (const box of boxes) box.addEventListener('change', filter);
  filter();
}
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
addEventListener('beforeprint', () => { for (const part of all('details')) part.open = true; });
`;
