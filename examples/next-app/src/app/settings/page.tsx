import { SettingsForm } from '@/components/settings-form';

export default function SettingsPage() {
  return (
    <main>
      <h1>Settings</h1>
      <SettingsForm />
    </main>
  );
}
