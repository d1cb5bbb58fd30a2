import { useUser } from '@clerk/react';

export function Newsletter() {
  const { user } = useUser();
  return (
    <form onSubmit={() => user.update({ unsafeMetadata: { newsletter: true } })}>
      <button>Subscribe</button>
      <button type="button" onClick={() => user.update({ unsafeMetadata: {} })}>
        Forget my choices
      </button>
    </form>
  );
}
