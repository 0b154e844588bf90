/** Makes every new connection lose the role in its options, as behind a pooler that ignores them. */
export const rolesDropped = `
  create function drop_role() returns event_trigger language plpgsql
    as $$ begin perform set_config('role', 'none', false); end $$;
  create event trigger drop_role on login execute function drop_role()`;
