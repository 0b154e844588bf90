import { createElement, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';
import { answerBatch, type FakeDashboard, LEAD_ID, usualAnswers } from '../fake-dashboard.ts';
import { FakeEventSource } from './fake-event-source.ts';
import { keyboard, Locator } from './locator.ts';

/**
 * The dashboard in happy-dom, with fake responses that are reset for each test. There's no layout and no style: what
 * depends on either is tested in `test/browser`.
 */
export interface DialogPage {
  fake: FakeDashboard;
  page: Page;
  /** Opens the Leads tab, with additional search parameters. */
  visit(more?: Record<string, string>): Promise<void>;
  open(dialog: 'estimate' | 'follow-up'): Promise<void>;
  /** Loads a page of the dashboard ('/dashboard?tab=pricing'). */
  goTo(path: string): Promise<void>;
  dialog(): Locator;
  /** Returns a button of the dialog by its full name. */
  button(name: string): Locator;
  /** Waits until this text appears, in a toast or elsewhere on the page. */
  said(text: string): Promise<void>;
  /** Returns the inputs of all mutations of one procedure, in order. */
  mutations(path: string): Record<string, unknown>[];
  /** Holds the answers of one procedure back, until the returned function is called. */
  hold(path: string): () => void;
}

class Page extends Locator {
  readonly keyboard = keyboard;

  constructor() {
    super(() => [document.body]);
  }

  url(): string {
    return location.href;
  }

  /** Loads the page again. Everything but the stored values and the URL starts anew. */
  reload(): Promise<void> {
    return load();
  }

  goBack(): void {
    history.back();
  }

  goForward(): void {
    history.forward();
  }

  setViewportSize(size: { width: number; height: number }): void {
    happyDOM.setViewport(size);
  }

  setOnline(online: boolean): void {
    isOnline = online;
    window.dispatchEvent(new Event(online ? 'online' : 'offline'));
  }
}

declare global {
  /** The environment's own settings. */
  const happyDOM: { setViewport(size: { width: number; height: number }): void };
}

const WIDE = { width: 1280, height: 900 };

let root: Root | undefined;
let isOnline = true;

/** Registers the test hooks. They fill the returned object before each test. */
export function dialogPage(): DialogPage {
  const it = {} as DialogPage;
  beforeEach(() => {
    const held = new Map<string, Promise<void>>();
    const fake: FakeDashboard = {
      answers: usualAnswers(),
      sent: [],
      get listening() {
        return FakeEventSource.open.size;
      },
      tell: (leadId) => FakeEventSource.tell({ leadId }),
    };
    localStorage.clear();
    sessionStorage.clear();
    isOnline = true;
    happyDOM.setViewport(WIDE);
    // They stay until the next test, because a page that was left may still be asking.
    vi.stubGlobal('fetch', answerFrom(fake, held));
    vi.stubGlobal('EventSource', FakeEventSource);
    vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
    const page = new Page();
    const dialog = () => page.getByRole('dialog');
    Object.assign(it, {
      fake,
      page,
      dialog,
      visit: (more = {}) => it.goTo(`/dashboard?${new URLSearchParams({ tab: 'leads', ...more }).toString()}`),
      open: async (name) => {
        await it.visit({ lead: LEAD_ID, dialog: name });
        await dialog().waitFor();
      },
      goTo: (path) => load(path),
      button: (name) => dialog().getByRole('button', { name, exact: true }),
      said: (text) => page.getByText(text).first().waitFor(),
      mutations: (path) => fake.sent.filter((call) => call.path === path).map(({ input }) => input),
      hold: (path) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        held.set(path, promise);
        return resolve;
      },
    } satisfies DialogPage);
  });
  afterEach(() => {
    leave();
    vi.restoreAllMocks();
  });
  return it;
}

/** Loads the page that is open, or another one, with all of the client's modules anew, as a browser does. */
async function load(path?: string): Promise<void> {
  leave();
  if (path !== undefined) history.pushState(null, '', path);
  vi.resetModules();
  const { Pages } = await import('../../src/client/routes.tsx');
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(createElement(StrictMode, null, createElement(Pages)));
}

function leave(): void {
  root?.unmount();
  root = undefined;
  // A browser says so when a page is left. Drafts that wait are then stored.
  dispatchEvent(new Event('pagehide'));
  FakeEventSource.closeAll();
  document.body.replaceChildren();
}

/** Answers the client's calls as `startFakeDashboard` does. */
const answerFrom =
  (fake: FakeDashboard, held: Map<string, Promise<void>>): typeof fetch =>
  async (request, init) => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    const url = new URL(request instanceof Request ? request.url : request, location.href);
    if (!url.pathname.startsWith('/trpc/')) return new Response('', { status: 404 });
    const paths = url.pathname.slice('/trpc/'.length).split(',');
    for (const path of paths) await held.get(path);
    const isMutation = init?.method === 'POST';
    const text = typeof init?.body === 'string' ? init.body : url.searchParams.get('input');
    const inputs = JSON.parse(text ?? '{}') as Record<string, Record<string, unknown>>;
    return Response.json(answerBatch(fake, { paths, inputs, isMutation }));
  };
