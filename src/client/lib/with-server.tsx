import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createQueryClient } from './trpc.ts';

const queryClient = createQueryClient();

/** Gives a page the server's procedures. Pages without it (landing) never load that half of the code. */
export const withServer = (Page: ComponentType) =>
  function WithServer() {
    return (
      <QueryClientProvider client={queryClient}>
        <Page />
      </QueryClientProvider>
    );
  };
