import { useUser } from 'clerk-solidjs';

export function Locale() {
  const { user } = useUser();
  return (
    <button onClick={() => user()?.update({ unsafeMetadata: { ...user()?.unsafeMetadata, locale: 'de' } })}>
      Deutsch
    </button>
  );
}
