<#import "template.ftl" as layout>
<#import "passkey.ftl" as passkey>
<@layout.registrationLayout; section>
  <#if section == "header">
    ${msg("webauthn-login-title")}
  <#elseif section == "form">
    <@passkey.form failed=msg("passkeyNotUsed") main=true/>
    <noscript><p>${msg("passkeyScript")}</p></noscript>
    <script type="module" src="${url.resourcesPath}/js/passkey.js"></script>
  </#if>
</@layout.registrationLayout>
