<#import "template.ftl" as layout>
<@layout.registrationLayout; section>
  <#if section == "header">
    ${msg("webauthn-error-title")}
  <#elseif section == "form">
    <form id="kc-error-credential-form" action="${url.loginAction}" method="post">
      <input type="hidden" name="authenticationExecution" value="${execution}">
      <input type="hidden" name="isSetRetry" value="retry">
      <p class="buttons"><button class="btn" id="kc-try-again" type="submit">${msg("passkeyAgain")}</button></p>
    </form>
  </#if>
</@layout.registrationLayout>
