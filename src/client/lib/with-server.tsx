import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createQueryClient, createTrpcClient, trpc } from './trpc.ts';

const queryClient = createQueryClient();
const client = createTrpcClient();

/**
 * Wraps a page that uses the server's procedures. Pages without this wrapper, such as the landing page, never load that
 * code.
 */
export const withServer = (Page: ComponentType) =>
  function WithServer() {
    return (
      <trpc.Provider client={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <Page />
        </QueryClientProvider>
      </trpc.Provider>
    );
  };
