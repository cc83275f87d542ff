import { mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import type { CheckoutSettings } from './checkout-settings.ts';
import { findBrowser } from './chromium.ts';
import { browserCertificate } from './way-out/browser-certificate.ts';
import { openWayOut, type WayOut, type WayOutOptions } from './way-out/way-out.ts';

/** A browser that reaches nothing but our proxies. */
export interface StartedBrowser {
  /** False for root: Chromium's own sandbox does not work there. */
  readonly isSandboxed: boolean;
  readonly isConnected: () => boolean;
  /** Opens a fresh profile whose only way out is a proxy of its own. */
  open(
    settings: Pick<CheckoutSettings, 'scriptUrl' | 'allowHosts'>,
    options: WayOutOptions,
    more?: Pick<BrowserContextOptions, 'viewport'>,
  ): Promise<{ readonly context: BrowserContext; readonly wayOut: WayOut }>;
  /** Closes it, and kills it where that takes longer. Nothing of it is left. */
  close(withinMs?: number): Promise<void>;
}

/** How long a browser may take to close by itself, ms. */
const closingMs = 5000;
/** A killed browser is gone at once, on a busy machine a little later, ms. */
const dyingMs = 3000;

/**
 * Starts a browser with a profile of its own that blocks pop-ups as browsers of consumers do; or says why there is none. It is shown where a person
 * goes through the checkout.
 */
export async function startBrowser({ isShown = false }: { readonly isShown?: boolean } = {}): Promise<
  StartedBrowser | { readonly none: string }
> {
  const found = await findBrowser();
  if ('none' in found) return found;
  const { chromium, executablePath } = found;
  const certificate = browserCertificate();
  const isSandboxed = process.getuid?.() !== 0;
  await sweepFolders();
  const folder = mkdtempSync(join(tmpdir(), `${ownFolder}${process.pid}-`));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    // As a persistent one, since only of that the folders are ours to choose, and to sweep once we were killed.
    const first = await chromium.launchPersistentContext(join(folder, 'profile'), {
      artifactsDir: join(folder, 'artifacts'),
      executablePath,
      chromiumSandbox: isSandboxed,
      env: environmentOf(process.env),
      headless: !isShown,
      // What belongs to no launch goes nowhere.
      proxy: { server: 'http://none.invalid:9' },
      args: [...withoutOtherWays, `--ignore-certificate-errors-spki-list=${certificate.spki}`],
      ignoreDefaultArgs: ['--disable-popup-blocking'],
      // Ctrl-C is ours, so that what was done so far is written.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const browser = first.browser();
    if (browser === null) throw new Error('it can not open profiles');
    const pid = await pidOf(browser);
    return {
      isSandboxed,
      isConnected: () => browser.isConnected(),
      open: async (settings, options, more = {}) => {
        const wayOut = await openWayOut(settings, options, certificate);
        try {
          const context = await browser.newContext({
            ...more,
            proxy: { server: wayOut.url },
            acceptDownloads: false,
          });
          return { context, wayOut };
        } catch (error) {
          await wayOut.close();
          throw error;
        }
      },
      close: async (withinMs = closingMs) => {
        const closed = first.close().catch(() => undefined);
        await Promise.race([closed, sleep(withinMs, undefined, { ref: false })]);
        if (browser.isConnected()) kill(pid);
        await Promise.race([closed, sleep(dyingMs, undefined, { ref: false })]);
        await remove();
      },
    };
  } catch (error) {
    await remove();
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    const why = isSandboxed ? `; it is started with its sandbox: ${aboutSandbox}` : '';
    return { none: `${executablePath} does not start: ${line.slice(0, 200)}${why}` };
  }
}

const aboutSandbox = 'that needs user namespaces, which a container or AppArmor may forbid';

/** No name is resolved and no address taken but that of our proxies, and nothing is sent by UDP. */
const withoutOtherWays = [
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
];

/** What a browser needs of the environment; what is a secret of ours or of a CI has other names. */
const neededVariables: ReadonlySet<string> = new Set(
  [
    'PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TMP TEMP LD_LIBRARY_PATH FONTCONFIG_FILE FONTCONFIG_PATH',
    'DISPLAY WAYLAND_DISPLAY XAUTHORITY DBUS_SESSION_BUS_ADDRESS XDG_SESSION_TYPE XDG_CURRENT_DESKTOP XDG_RUNTIME_DIR',
    'LC_ALL LC_CTYPE LC_COLLATE LC_MESSAGES LC_MONETARY LC_NUMERIC LC_TIME',
    'XDG_CONFIG_HOME XDG_CACHE_HOME XDG_DATA_HOME XDG_DATA_DIRS XDG_CONFIG_DIRS',
    'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT USERPROFILE LOCALAPPDATA APPDATA PROGRAMDATA PROGRAMFILES',
  ].flatMap((names) => names.split(' ')),
);

/** The environment of the browser. */
export function environmentOf(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && neededVariables.has(name.toUpperCase()) ? [[name, value]] : [],
    ),
  );
}

async function pidOf(browser: Browser): Promise<number | undefined> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.find(({ type }) => type === 'browser')?.id;
}

/** Ends a browser with what it has started. */
function kill(pid: number | undefined): void {
  if (pid === undefined) return;
  for (const one of process.platform === 'win32' ? [pid] : [-pid, pid])
    try {
      process.kill(one, 'SIGKILL');
      return;
    } catch {
      // It leads no group, or is gone.
    }
}

/** Folders of this machine's browsers begin so: a folder of temporary files may be shared with others. */
export const ownFolder = `payproof-chromium-${encodeURIComponent(hostname())}-`;

/** Removes what browsers of killed runs have left. */
async function sweepFolders(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(ownFolder)) continue;
    const [pid] = name.slice(ownFolder.length).split('-');
    // What belongs to another user can't be removed.
    if (!isRunning(Number(pid)))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
