import { startServer } from '../../src/server/start.ts';
import { runOnSandboxClock } from './run.ts';

// The product's server on the sandbox's clock. Without a sandbox, use src/server/main.ts.
await runOnSandboxClock('server', async (parts) => {
  const server = await startServer(parts);
  return { close: () => server.close(), ready: server.url };
});
