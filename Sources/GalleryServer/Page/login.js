// Asks for the password; the cookie that comes back is not seen by scripts.

const [form, password, mistake] = ['login', 'password', 'mistake'].map((id) => document.getElementById(id));

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  button.disabled = true;
  mistake.textContent = '';
  try {
    const answer = await fetch('/login', { method: 'POST', body: JSON.stringify({ password: password.value }) });
    if (answer.ok) return location.replace(`/${location.hash}`);
    mistake.textContent = (await answer.json()).error;
  } catch {
    mistake.textContent = 'The server does not answer.';
  } finally {
    button.disabled = false;
  }
  password.select();
});
