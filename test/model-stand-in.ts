import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { modelRoutes } from '../sandbox/model/model.route.ts';
import { ModelStandIn } from '../sandbox/model/model-stand-in.ts';

export interface TestModel {
  model: ModelStandIn;
  /** The environment variables of an app that uses the model. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** Starts only the sandbox's model on a free port. Its mode is 'off' at first. */
export async function startTestModel(): Promise<TestModel> {
  const model = new ModelStandIn();
  const server = createServer(express().use(modelRoutes(model)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    model,
    env: {
      AI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      AI_API_KEY: 'sandbox',
      AI_MODEL: 'sandbox',
      // a busy machine must not count as a slow model
      AI_FIRST_WORD_MS: '30000',
      AI_ANSWER_MS: '60000',
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
