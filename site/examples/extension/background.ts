import { createClerkClient } from '@clerk/chrome-extension/background';

chrome.runtime.onInstalled.addListener(async () => {
  const clerk = await createClerkClient({ publishableKey: 'pk_test_key' });
  await clerk.user?.update({
    unsafeMetadata: { ...clerk.user.unsafeMetadata, hasExtension: true },
  });
});
